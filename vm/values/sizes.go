package values

import (
	"math"
	"math/bits"

	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

// This file reads the sizes of the library's collections as their methods size() and length() would tell them, from the fields of the JDK at
// hand. What a class does itself that overrides such a method is not known, and nothing is told of it.

// sizeReader reads the size of an object, or reports false. depth counts the objects that have been passed through.
type sizeReader func(o *Observer, ref memory.Ref, depth int) (int64, bool)

// maxDepth is how many wrappers the size of a collection is looked for behind.
const maxDepth = 8

func (c *class) sizeOf(o *Observer, ref memory.Ref, depth int) (int64, bool) {
	if c.size == nil {
		return 0, false
	}
	return c.size(o, ref, depth)
}

// sizeReader says how the size of a class's objects is read, nil if that is not known.
func (o *Observer) sizeReader(c *classes.Class) sizeReader {
	if c == o.linker.Known.String {
		return stringLength
	}
	if c.IsArray() {
		return arrayLength
	}
	for _, name := range []string{"size", "length"} {
		m := c.LookupMethod(o.linker.Registry.Selector(name, "()I"))
		if m == nil || m.Static() || !m.Class.Trusted {
			continue
		}
		if known, ok := o.sizes[m.Class.Name]; ok {
			return known(o, m.Class)
		}
	}
	return nil
}

func stringLength(o *Observer, ref memory.Ref, _ int) (int64, bool) {
	m, k := o.linker.Memory, &o.linker.Known
	bytes := m.U32(ref + k.StringValue)
	if bytes == 0 {
		return 0, true
	}
	return int64(m.I32(bytes+memory.ArrayLength)) >> m.U8(ref+k.StringCoder), true
}

func arrayLength(o *Observer, ref memory.Ref, _ int) (int64, bool) {
	return int64(o.linker.Memory.I32(ref + memory.ArrayLength)), true
}

// making makes the reader for the class that declares the method, nil where its fields are not those that are known.
type making func(o *Observer, declaring *classes.Class) sizeReader

// sizesOfJDK lists the classes of the JDK (17) whose methods size() or length() do no more than tell a number that they keep, and where
// they have it.
func sizesOfJDK() map[string]making {
	return map[string]making{
		"java/lang/StringBuffer":                                field("count"),
		"java/lang/StringBuilder":                               field("count"),
		"java/util/AbstractMap$1":                               of("this$0"),
		"java/util/AbstractMap$2":                               of("this$0"),
		"java/util/ArrayDeque":                                  arrayDeque,
		"java/util/ArrayList":                                   field("size"),
		"java/util/ArrayList$SubList":                           field("size"),
		"java/util/Arrays$ArrayList":                            array("a"),
		"java/util/EnumMap":                                     field("size"),
		"java/util/HashMap":                                     field("size"),
		"java/util/HashMap$EntrySet":                            of("this$0"),
		"java/util/HashMap$KeySet":                              of("this$0"),
		"java/util/HashMap$Values":                              of("this$0"),
		"java/util/HashSet":                                     of("map"),
		"java/util/Hashtable":                                   field("count"),
		"java/util/IdentityHashMap":                             field("size"),
		"java/util/JumboEnumSet":                                field("size"),
		"java/util/LinkedHashMap$LinkedEntrySet":                of("this$0"),
		"java/util/LinkedHashMap$LinkedKeySet":                  of("this$0"),
		"java/util/LinkedHashMap$LinkedValues":                  of("this$0"),
		"java/util/LinkedList":                                  field("size"),
		"java/util/PriorityQueue":                               field("size"),
		"java/util/Properties":                                  of("map"),
		"java/util/RegularEnumSet":                              bitCount("elements"),
		"java/util/TreeMap":                                     field("size"),
		"java/util/TreeMap$EntrySet":                            of("this$0"),
		"java/util/TreeMap$KeySet":                              of("m"),
		"java/util/TreeMap$Values":                              of("this$0"),
		"java/util/TreeSet":                                     of("m"),
		"java/util/Vector":                                      field("elementCount"),
		"java/util/WeakHashMap":                                 field("size"),
		"java/util/Collections$CheckedCollection":               of("c"),
		"java/util/Collections$CheckedMap":                      of("m"),
		"java/util/Collections$CopiesList":                      field("n"),
		"java/util/Collections$EmptyList":                       always(0),
		"java/util/Collections$EmptyMap":                        always(0),
		"java/util/Collections$EmptySet":                        always(0),
		"java/util/Collections$SetFromMap":                      of("m"),
		"java/util/Collections$SingletonList":                   always(1),
		"java/util/Collections$SingletonMap":                    always(1),
		"java/util/Collections$SingletonSet":                    always(1),
		"java/util/Collections$SynchronizedCollection":          of("c"),
		"java/util/Collections$SynchronizedMap":                 of("m"),
		"java/util/Collections$UnmodifiableCollection":          of("c"),
		"java/util/Collections$UnmodifiableMap":                 of("m"),
		"java/util/ImmutableCollections$List12":                 oneOrTwo,
		"java/util/ImmutableCollections$ListN":                  array("elements"),
		"java/util/ImmutableCollections$Map1":                   always(1),
		"java/util/ImmutableCollections$MapN":                   field("size"),
		"java/util/ImmutableCollections$MapN$1":                 of("this$0"),
		"java/util/ImmutableCollections$Set12":                  oneOrTwo,
		"java/util/ImmutableCollections$SetN":                   field("size"),
		"java/util/ImmutableCollections$SubList":                field("size"),
		"java/util/concurrent/ArrayBlockingQueue":               field("count"),
		"java/util/concurrent/ConcurrentHashMap":                concurrentHashMap,
		"java/util/concurrent/ConcurrentHashMap$CollectionView": of("map"),
		"java/util/concurrent/CopyOnWriteArrayList":             array("array"),
		"java/util/concurrent/CopyOnWriteArraySet":              of("al"),
		"java/util/concurrent/DelayQueue":                       of("q"),
		"java/util/concurrent/LinkedBlockingDeque":              field("count"),
		"java/util/concurrent/LinkedBlockingQueue":              atomic("count"),
		"java/util/concurrent/PriorityBlockingQueue":            field("size"),
	}
}

// lookUp finds a field of a class, or of one that it extends, by its name and the beginning of its descriptor.
func lookUp(c *classes.Class, name string, letter byte) *classes.Field {
	f := c.LookupField(name, "")
	if f == nil || f.Desc[0] != letter {
		return nil
	}
	return f
}

// field is an int of the object.
func field(name string) making {
	return func(_ *Observer, c *classes.Class) sizeReader {
		f := lookUp(c, name, 'I')
		if f == nil || f.Static() {
			return nil
		}
		return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
			return int64(o.linker.Memory.I32(ref + f.Offset)), true
		}
	}
}

// array is the length of an array in a field.
func array(name string) making {
	return func(_ *Observer, c *classes.Class) sizeReader {
		f := lookUp(c, name, '[')
		if f == nil || f.Static() {
			return nil
		}
		return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
			if elements := o.linker.Memory.U32(ref + f.Offset); elements != 0 {
				return arrayLength(o, elements, 0)
			}
			return 0, false
		}
	}
}

// of is the size of another object, in a field.
func of(name string) making {
	return func(_ *Observer, c *classes.Class) sizeReader {
		f := lookUp(c, name, 'L')
		if f == nil || f.Static() {
			return nil
		}
		return func(o *Observer, ref memory.Ref, depth int) (int64, bool) {
			other := o.linker.Memory.U32(ref + f.Offset)
			if other == 0 || depth >= maxDepth {
				return 0, false
			}
			return o.classOf(other).sizeOf(o, other, depth+1)
		}
	}
}

func always(size int64) making {
	return func(*Observer, *classes.Class) sizeReader {
		return func(*Observer, memory.Ref, int) (int64, bool) { return size, true }
	}
}

// bitCount is the number of bits that are set in a long.
func bitCount(name string) making {
	return func(_ *Observer, c *classes.Class) sizeReader {
		f := lookUp(c, name, 'J')
		if f == nil {
			return nil
		}
		return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
			return int64(bits.OnesCount64(o.linker.Memory.U64(ref + f.Offset))), true
		}
	}
}

// atomic is the value of an AtomicInteger in a field.
func atomic(name string) making {
	return func(_ *Observer, c *classes.Class) sizeReader {
		f := lookUp(c, name, 'L')
		if f == nil {
			return nil
		}
		return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
			counter := o.linker.Memory.U32(ref + f.Offset)
			if counter == 0 {
				return 0, false
			}
			value := lookUp(o.linker.ClassOf(counter), "value", 'I')
			if value == nil {
				return 0, false
			}
			return int64(o.linker.Memory.I32(counter + value.Offset)), true
		}
	}
}

// arrayDeque is ArrayDeque.sub(tail, head, elements.length).
func arrayDeque(_ *Observer, c *classes.Class) sizeReader {
	head, tail, elements := lookUp(c, "head", 'I'), lookUp(c, "tail", 'I'), lookUp(c, "elements", '[')
	if head == nil || tail == nil || elements == nil {
		return nil
	}
	return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
		m := o.linker.Memory
		size, in := int64(m.I32(ref+tail.Offset))-int64(m.I32(ref+head.Offset)), m.U32(ref+elements.Offset)
		if size < 0 && in != 0 {
			size += int64(m.I32(in + memory.ArrayLength))
		}
		return size, true
	}
}

// concurrentHashMap is ConcurrentHashMap.size, which adds up cells that threads count in.
func concurrentHashMap(_ *Observer, c *classes.Class) sizeReader {
	base, cells := lookUp(c, "baseCount", 'J'), lookUp(c, "counterCells", '[')
	if base == nil || cells == nil {
		return nil
	}
	const maxCells = 1 << 10 // there are about as many as processors
	return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
		m := o.linker.Memory
		sum := int64(m.U64(ref + base.Offset))
		if table := m.U32(ref + cells.Offset); table != 0 {
			n := m.U32(table + memory.ArrayLength)
			if n > maxCells {
				return 0, false
			}
			for i := range n {
				if cell := m.U32(table + memory.ArrayBase + 4*i); cell != 0 {
					f := lookUp(o.linker.ClassOf(cell), "value", 'J')
					if f == nil {
						return 0, false
					}
					sum += int64(m.U64(cell + f.Offset))
				}
			}
		}
		return min(max(sum, 0), math.MaxInt32), true
	}
}

// oneOrTwo is the size of List12 and Set12 of ImmutableCollections, whose second element may be EMPTY.
func oneOrTwo(o *Observer, c *classes.Class) sizeReader {
	second := lookUp(c, "e1", 'L')
	outer := o.linker.Registry.Boot().Classes["java/util/ImmutableCollections"]
	if second == nil || outer == nil {
		return nil
	}
	empty := lookUp(outer, "EMPTY", 'L')
	if empty == nil || !empty.Static() {
		return nil
	}
	return func(o *Observer, ref memory.Ref, _ int) (int64, bool) {
		m := o.linker.Memory
		if m.U32(ref+second.Offset) == m.U32(empty.Address) {
			return 1, true
		}
		return 2, true
	}
}
