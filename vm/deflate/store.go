package deflate

import "encoding/binary"

// storedHeader is how many bytes the header of a stored block takes: 3 bits to
// the next byte border, and the length twice.
func (d *Deflater) storedHeader() int { return (int(d.bitCount) + 3 + 7 + 32) >> 3 }

// store copies the input in stored blocks (level 0): from src to dst directly
// where that makes blocks of a good size, else by way of the window.
func (d *Deflater) store(flush Flush) progress {
	before := d.src
	if d.storeDirectly(flush) {
		return d.stored(before, true, flush)
	}
	return d.stored(before, false, flush)
}

// storeDirectly writes as many blocks as dst has room for, and reports whether
// it wrote the stream's last one.
func (d *Deflater) storeDirectly(flush Flush) (last bool) {
	const worthy = windowSize // least size of a block while there is no need to write one
	for !last {
		header := d.storedHeader()
		if len(d.dst) < header {
			break
		}
		waiting := d.position - d.blockStart // bytes in the window
		all := waiting + len(d.src)
		n := min(maxStored, all, len(d.dst)-header)
		if n < worthy && (n == 0 && flush != Finish || flush == NoFlush || n != all) {
			break
		}
		last = flush == Finish && n == all
		d.storedBlock(nil, last)
		lengths := d.pending[len(d.pending)-4:]
		binary.LittleEndian.PutUint16(lengths, uint16(n))
		binary.LittleEndian.PutUint16(lengths[2:], ^uint16(n))
		d.flushPending()
		if waiting > 0 {
			waiting = min(waiting, n)
			copy(d.dst, d.window[d.blockStart:d.blockStart+waiting])
			d.dst = d.dst[waiting:]
			d.blockStart += waiting
			n -= waiting
		}
		d.read(d.dst[:n])
		d.dst = d.dst[n:]
	}
	return last
}

// stored keeps the window up to date after storeDirectly, which consumed some
// of the input before, and writes what must be written by way of the window.
func (d *Deflater) stored(before []byte, last bool, flush Flush) progress {
	if used := before[:len(before)-len(d.src)]; len(used) > 0 {
		d.keep(used)
	}
	if last {
		return finishComplete
	}
	if flush != NoFlush && flush != Finish && len(d.src) == 0 && d.position == d.blockStart {
		return blockDone
	}

	room := len(d.window) - d.position
	if len(d.src) > room && d.blockStart >= windowSize {
		d.blockStart -= windowSize
		d.slideStored()
		room += windowSize
	}
	n := d.read(d.window[d.position : d.position+min(room, len(d.src))])
	d.position += n
	d.pendingInserts += min(n, windowSize-d.pendingInserts)

	room = min(pendingSize-d.storedHeader(), maxStored)
	worthy := min(room, windowSize)
	waiting := d.position - d.blockStart
	if waiting >= worthy || (waiting > 0 || flush == Finish) && flush != NoFlush && len(d.src) == 0 && waiting <= room {
		n := min(waiting, room)
		last = flush == Finish && len(d.src) == 0 && n == waiting
		d.storedBlock(d.window[d.blockStart:d.blockStart+n], last)
		d.blockStart += n
		d.flushPending()
	}
	if last {
		return finishStarted
	}
	return needMore
}

// keep puts input that was written directly into the window, for the case that
// the level rises.
func (d *Deflater) keep(used []byte) {
	if len(used) >= windowSize {
		d.storedSlides = 2
		copy(d.window, used[len(used)-windowSize:])
		d.position = windowSize
		d.pendingInserts = d.position
	} else {
		if len(d.window)-d.position <= len(used) {
			d.slideStored()
		}
		copy(d.window[d.position:], used)
		d.position += len(used)
		d.pendingInserts += min(len(used), windowSize-d.pendingInserts)
	}
	d.blockStart = d.position
}

// slideStored moves the window down, and leaves the chains for later.
func (d *Deflater) slideStored() {
	d.position -= windowSize
	copy(d.window, d.window[windowSize:windowSize+d.position])
	d.storedSlides = min(d.storedSlides+1, 2)
	d.pendingInserts = min(d.pendingInserts, d.position)
}

// afterStoring makes the chains fit again when the level rises from 0.
func (m *matcher) afterStoring() {
	switch m.storedSlides {
	case 1:
		m.slideChains()
	case 2:
		clear(m.head)
	}
	m.storedSlides = 0
}
