package jimage_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"testing"
)

// entry is a file of a built image; its name is "/module/path/base.extension".
type entry struct {
	name        string
	data        []byte
	compression string // "", "zip", "compact-cp" or "zip+compact-cp"
}

// builder makes small images for tests, in either byte order, by the format's
// description.
type builder struct {
	t         testing.TB
	order     binary.AppendByteOrder
	strings   []byte
	interned  map[string]uint32
	locations []byte
	content   []byte
	offsets   map[string]uint32 // full name to location offset
	names     []string
}

func newBuilder(t testing.TB, order binary.AppendByteOrder) *builder {
	return &builder{t: t, order: order, strings: []byte{0}, interned: map[string]uint32{"": 0}, offsets: map[string]uint32{},
		locations: []byte{0}}
}

func (b *builder) str(s string) uint32 {
	if offset, known := b.interned[s]; known {
		return offset
	}
	offset := uint32(len(b.strings))
	b.interned[s] = offset
	b.strings = append(append(b.strings, s...), 0)
	return offset
}

// add adds a location with the parts of its name, and its content.
func (b *builder) add(module, parent, base, extension string, data []byte, compressed, size int) {
	full := base
	if parent != "" {
		full = parent + "/" + full
	}
	if module != "" {
		full = "/" + module + "/" + full
	}
	if extension != "" {
		full += "." + extension
	}
	b.names = append(b.names, full)
	b.offsets[full] = uint32(len(b.locations))
	for kind, value := range []uint32{1: b.str(module), 2: b.str(parent), 3: b.str(base), 4: b.str(extension),
		5: uint32(len(b.content)), 6: uint32(compressed), 7: uint32(size)} {
		if value == 0 {
			continue
		}
		encoded := binary.BigEndian.AppendUint32(nil, value)
		for encoded[0] == 0 {
			encoded = encoded[1:]
		}
		b.locations = append(append(b.locations, byte(kind<<3|(len(encoded)-1))), encoded...)
	}
	b.locations = append(b.locations, 0)
	b.content = append(b.content, data...)
}

// stage wraps data in a resource header, after the compression by compress.
func (b *builder) stage(name string, data, compressed []byte) []byte {
	out := b.order.AppendUint32(nil, 0xCAFEFAFA)
	out = b.order.AppendUint64(out, uint64(len(compressed)))
	out = b.order.AppendUint64(out, uint64(len(data)))
	out = b.order.AppendUint32(out, b.str(name))
	out = b.order.AppendUint32(out, b.str(""))
	return append(append(out, 1), compressed...)
}

func (b *builder) zip(data []byte) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		b.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.t.Fatal(err)
	}
	return b.stage("zip", data, out.Bytes())
}

// compact moves the Utf8 constants of a class file to the string table;
// descriptors lose their class names.
func (b *builder) compact(data []byte) []byte {
	out := slices.Clone(data[:10])
	count := binary.BigEndian.Uint16(data[8:])
	rest := data[10:]
	for i := uint16(1); i < count; i++ {
		tag := rest[0]
		if tag != 1 {
			size := map[byte]int{3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 15: 4, 16: 3, 19: 3, 20: 3}[tag]
			if size == 0 {
				size = 5
			}
			out = append(out, rest[:size]...)
			rest = rest[size:]
			if size == 9 {
				i++
			}
			continue
		}
		n := int(binary.BigEndian.Uint16(rest[1:])) + 3
		text := string(rest[3:n])
		switch {
		case bytes.IndexByte(rest[3:n], 0) >= 0 || n < 6: // short ones stay, so that all three forms are met
			out = append(out, rest[:n]...)
		case text[0] == '(' && strings.ContainsRune(text, 'L'):
			out = b.compactDescriptor(out, text)
		default:
			out = b.number(append(out, 23), b.str(text))
		}
		rest = rest[n:]
	}
	return b.stage("compact-cp", data, append(out, rest...))
}

func (b *builder) compactDescriptor(out []byte, text string) []byte {
	var stripped strings.Builder
	var indices []byte
	for text != "" {
		stripped.WriteByte(text[0])
		if text[0] == 'L' {
			end := strings.IndexByte(text, ';')
			name := text[1:end]
			slash := strings.LastIndexByte(name, '/')
			indices = b.number(indices, b.str(name[:max(slash, 0)]))
			indices = b.number(indices, b.str(name[slash+1:]))
			text = text[end-1:]
		}
		text = text[1:]
	}
	out = b.number(append(out, 25), b.str(stripped.String()))
	return append(b.number(out, uint32(len(indices))), indices...)
}

// number appends a compressed number.
func (b *builder) number(out []byte, v uint32) []byte {
	switch {
	case v < 1<<5:
		return append(out, 0x80|1<<5|byte(v))
	case v < 1<<13:
		return append(out, 0x80|2<<5|byte(v>>8), byte(v))
	case v < 1<<21:
		return append(out, 0x80|3<<5|byte(v>>16), byte(v>>8), byte(v))
	}
	return binary.BigEndian.AppendUint32(out, v)
}

// build returns an image that holds the entries and the directories for them.
func build(t testing.TB, order binary.AppendByteOrder, entries []entry) []byte {
	b := newBuilder(t, order)
	packages := map[string]map[string]bool{} // package to modules, true for one that has entries in it
	modules := map[string]bool{}
	for _, e := range entries {
		module, path, _ := strings.Cut(e.name[1:], "/")
		slash, dot := strings.LastIndexByte(path, '/'), strings.LastIndexByte(path, '.')
		data := e.data
		compressed := 0
		if strings.HasSuffix(e.compression, "compact-cp") {
			data = b.compact(data)
		}
		if strings.HasPrefix(e.compression, "zip") {
			data = b.zip(data)
		}
		if e.compression != "" {
			compressed = len(data)
		}
		b.add(module, path[:max(slash, 0)], path[slash+1:dot], path[dot+1:], data, compressed, len(e.data))
		modules[module] = true
		for pkg, own := path[:max(slash, 0)], true; pkg != ""; own = false {
			if packages[pkg] == nil {
				packages[pkg] = map[string]bool{}
			}
			packages[pkg][module] = packages[pkg][module] || own
			pkg = pkg[:max(strings.LastIndexByte(pkg, '/'), 0)]
		}
	}
	var children []byte
	for _, module := range slices.Sorted(maps.Keys(modules)) {
		b.add("modules", "", module, "", nil, 0, 0)
		children = order.AppendUint32(children, b.offsets["/modules/"+module])
	}
	b.add("", "", "/modules", "", children, 0, len(children))
	children = nil
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		var content []byte
		for _, module := range slices.Sorted(maps.Keys(packages[pkg])) {
			isEmpty := uint32(1)
			if packages[pkg][module] {
				isEmpty = 0
			}
			content = order.AppendUint32(order.AppendUint32(content, isEmpty), b.str(module))
		}
		dotted := strings.ReplaceAll(pkg, "/", ".")
		b.add("packages", "", dotted, "", content, 0, len(content))
		children = order.AppendUint32(children, b.offsets["/packages/"+dotted])
	}
	b.add("", "", "/packages", "", children, 0, len(children))
	return b.assemble()
}

// assemble makes the perfect hash table: names that share a bucket get the
// first seed that sends all of them to free places; lone ones any place left.
func (b *builder) assemble() []byte {
	n := uint32(len(b.names))
	buckets := make([][]string, n)
	for _, name := range b.names {
		i := hash(name, 0x01000193) % n
		buckets[i] = append(buckets[i], name)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return len(buckets[y]) - len(buckets[x]) })
	redirect, place := make([]int32, n), make([]string, n)
	for _, i := range order {
		switch names := buckets[i]; len(names) {
		case 0:
		case 1:
			free := slices.Index(place, "")
			place[free] = names[0]
			redirect[i] = int32(-1 - free)
		default:
			for redirect[i] = 1; !fits(names, place, uint32(redirect[i])); redirect[i]++ {
			}
			for _, name := range names {
				place[hash(name, uint32(redirect[i]))%n] = name
			}
		}
	}
	out := b.order.AppendUint32(nil, 0xCAFEDADA)
	for _, v := range []uint32{1 << 16, 0, n, n, uint32(len(b.locations)), uint32(len(b.strings))} {
		out = b.order.AppendUint32(out, v)
	}
	for _, r := range redirect {
		out = b.order.AppendUint32(out, uint32(r))
	}
	for _, name := range place {
		out = b.order.AppendUint32(out, b.offsets[name])
	}
	return append(append(append(out, b.locations...), b.strings...), b.content...)
}

// fits says whether the seed sends the names to different free places.
func fits(names, place []string, seed uint32) bool {
	taken := map[uint32]bool{}
	for _, name := range names {
		i := hash(name, seed) % uint32(len(place))
		if place[i] != "" || taken[i] {
			return false
		}
		taken[i] = true
	}
	return true
}

func hash(name string, seed uint32) uint32 {
	for _, c := range []byte(name) {
		seed = seed*0x01000193 ^ uint32(c)
	}
	return seed & 0x7FFFFFFF
}
