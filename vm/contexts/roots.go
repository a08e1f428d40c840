package contexts

// Roots keeps the roots of the trees of threads that have ended, for threads of the same kind that begin in a later measurement: a program that
// starts threads for as long as it runs may be joined time and again, and its profile region has to hold what is measured at a time, not all that ever
// was. In one measurement each thread has a tree of its own. The zero value is ready.
type Roots[K comparable, R any] struct {
	left []left[K, R] // in the present measurement
	free map[K][]R
}

type left[K comparable, R any] struct {
	key  K
	root R
}

// Leave is told of a root whose thread has ended.
func (r *Roots[K, R]) Leave(key K, root R) { r.left = append(r.left, left[K, R]{key, root}) }

// Begin begins a measurement: what has been left so far may be taken.
func (r *Roots[K, R]) Begin() {
	for _, l := range r.left {
		if r.free == nil {
			r.free = map[K][]R{}
		}
		r.free[l.key] = append(r.free[l.key], l.root)
	}
	r.left = nil
}

// Take takes a root that was left before the measurement began.
func (r *Roots[K, R]) Take(key K) (root R, ok bool) {
	free := r.free[key]
	if len(free) == 0 {
		return root, false
	}
	root, r.free[key] = free[len(free)-1], free[:len(free)-1]
	return root, true
}
