package monitors

import "hotlens/vm/memory"

// identityHashBits is the width of an identity hash: it fits a lock word.
const identityHashBits = 28

// IdentityHash is System.identityHashCode: positive but for null, and the same in every
// run that asks for the same objects' hashes in the same order.
func (t *Table) IdentityHash(object memory.Ref) uint32 {
	if object == 0 {
		return 0
	}
	word := t.lockWord(object)
	switch word & memory.LockTagMask {
	case memory.LockNeutral:
		if h := word >> memory.LockShift; h != 0 {
			return h
		}
		h := t.nextHash()
		t.setLockWord(object, h<<memory.LockShift)
		return h
	case memory.LockThin:
		mon := t.inflate(object)
		mon.hash = t.nextHash()
		return mon.hash
	}
	mon := t.monitors[word>>memory.LockShift]
	if mon.hash == 0 {
		mon.hash = t.nextHash()
	}
	return mon.hash
}

// nextHash mixes a counter, so that hashes spread over tables (the finalizer of
// splitmix, reduced to 32 bits).
func (t *Table) nextHash() uint32 {
	for {
		t.hashes++
		h := t.hashes * 0x9e3779b9
		h ^= h >> 16
		h *= 0x85ebca6b
		h ^= h >> 13
		if h &= 1<<identityHashBits - 1; h != 0 {
			return h
		}
	}
}

// RestartHashes begins the sequence of identity hashes anew: what came before the
// program must not show in it.
func (t *Table) RestartHashes() { t.hashes = 0 }
