package tiering

import (
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"

	"hotlens/vm/compiler"
	"hotlens/vm/compiler/emit"
	"hotlens/vm/compiler/optimise"
	"hotlens/vm/machinecode"
)

// This file makes machine code, beside the thread that runs Java code.

// maxBatch bounds the methods of one WebAssembly module. A module costs as much as a
// small method, whatever it holds; methods with all that is inlined into them cost twenty
// times that, so more of them only delay the first.
const maxBatch = 4

// job is a method on its way to machine code.
type job struct {
	compiled *compiler.CompiledMethod
	history  *history
	entry    *Entry
	shapes   []shape
	size     int // bytes of WebAssembly

	optimised bool
	direct    bool // the other jobs of its batch call it directly, and not through the table
}

// shape is what a signature's calls need.
type shape struct {
	signature *signature
	code      []byte
	module    wazero.CompiledModule
	err       error
}

// batch is jobs that become one module.
type batch struct {
	jobs   []*job
	module wazero.CompiledModule
	err    error
	done   chan struct{} // closed when it is made
	due    int           // time slices after which it is installed in a repeatable run

	abandoned atomic.Bool // the program has ended, nobody wants it any more
}

// errAbandoned is why a batch has come to nothing that nobody waits for.
var errAbandoned = errors.New("the program has ended")

// make makes a batch's machine code.
func (c *Controller) make(b *batch) {
	defer c.compiling(time.Now())
	b.make(c.code, c.imports)
}

// compiling adds what has passed since a part of a compilation began.
func (c *Controller) compiling(begin time.Time) { c.compileTime.Add(int64(time.Since(begin))) }

// CompileTime is how long compilations have taken, beside the thread that runs Java code or on it.
func (c *Controller) CompileTime() time.Duration { return time.Duration(c.compileTime.Load()) }

// make optimises the jobs' functions and makes machine code of them.
func (b *batch) make(code *machinecode.Code, imports map[string]uint32) {
	defer func() {
		if r := recover(); r != nil {
			b.err = &compiler.Failure{What: r, Stack: debug.Stack()}
		}
	}()
	for _, j := range b.jobs {
		for i := range j.shapes {
			if s := &j.shapes[i]; s.module == nil {
				s.module, s.err = code.Translate(s.code)
			}
		}
	}
	module := code.NewModule()
	own := map[uint32]uint32{}
	for i, j := range b.jobs {
		if j.direct {
			own[j.entry.target] = module.NextFunction() + uint32(i)
		}
	}
	for _, j := range b.jobs {
		if b.abandoned.Load() {
			b.err = errAbandoned
			return
		}
		f := j.compiled.Func
		if !j.optimised {
			optimise.Run(f)
			j.optimised = true
		}
		body, err := emit.Function(f, module, imports, own)
		if err != nil {
			b.err = &compiler.Failure{What: err}
			return
		}
		j.size = len(body)
		module.Element(j.entry.target, module.Function(f.Type, body))
	}
	translated, err := code.Translate(module.Bytes())
	if err != nil {
		b.err = &compiler.Failure{What: err}
	}
	b.module = translated
}
