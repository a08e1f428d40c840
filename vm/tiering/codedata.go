package tiering

import (
	"hotlens/vm/compiler"
	"hotlens/vm/memory"
)

// This file has the memory and the objects whose addresses are in code.

// codeData is what code names beside classes and contexts.
type codeData struct {
	caches     memory.Address   // what is left of a block of caches, see newCache
	cachesLeft int              // how many these are
	blocks     []memory.Address // of caches
	tables     map[string]memory.Address
	spare      memory.Address // room for one virtual object, for when there is none
}

// newMetadata takes memory that is never given back.
func (c *Controller) newMetadata(bytes uint32) memory.Address {
	a, err := c.options.Memory.NewMetadata(bytes)
	if err != nil {
		c.machine.Fail(err)
	}
	return a
}

// cellTable puts the table of cell sizes where compiled code finds it. It is 0 if there is no
// room for it.
func (c *Controller) cellTable() memory.Address {
	table := memory.CellTable()
	a := c.newMetadata(uint32(len(table)) * 4)
	if a == 0 {
		return 0
	}
	for i, word := range table {
		c.options.Memory.SetU32(a+uint32(i)*4, word)
	}
	return a
}

// keep keeps an object alive that the code names which is being translated.
func (c *Controller) keep(object memory.Ref) { c.translating.Class.Lifetime.Keep(object) }

// cacheBlock is how many caches are taken from the memory at a time.
const cacheBlock = 128

// data is the memory of a table, which is made when it is asked for first.
func (c *Controller) data(name string, table func() []byte) memory.Address {
	d := &c.codeData
	at, made := d.tables[name]
	if !made {
		bytes := table()
		at = c.newMetadata(uint32(len(bytes)))
		copy(c.options.Memory.Slice(at, len(bytes)), bytes)
		if d.tables == nil {
			d.tables = map[string]memory.Address{}
		}
		d.tables[name] = at
	}
	return at
}

// newCache takes memory for the cache of one place in the code.
func (c *Controller) newCache() memory.Address {
	d := &c.codeData
	if d.cachesLeft == 0 {
		d.caches, d.cachesLeft = c.newMetadata(compiler.CacheBytes*cacheBlock), cacheBlock
		d.blocks = append(d.blocks, d.caches)
	}
	d.cachesLeft--
	d.caches += compiler.CacheBytes
	return d.caches - compiler.CacheBytes
}

// clearCaches makes the caches forget types and methods, whose addresses and numbers others
// may get.
func (c *Controller) clearCaches() {
	for _, block := range c.codeData.blocks {
		clear(c.options.Memory.Slice(block, compiler.CacheBytes*cacheBlock))
	}
}
