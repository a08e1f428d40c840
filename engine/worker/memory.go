package worker

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"unsafe"

	"hotlens/profiles/sharedmemory"
)

// errNoMemory is the answer when there is no shared memory to look at.
var errNoMemory = errors.New("the worker has no memory to read: it is not booted, or closed")

// sharedMemory is the agent's view of a worker's linear memory. The zero value
// is not mapped.
type sharedMemory struct {
	mutex sync.RWMutex // held for reading while somebody looks at bytes
	bytes []byte
}

// mapFile maps the whole file, which must have its final size.
func (m *sharedMemory) mapFile(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	if info.Size() < sharedmemory.ControlPageBytes {
		return fmt.Errorf("shared memory: the worker made it %d bytes large, too small for the control page", info.Size())
	}
	if err := forbidShrinking(file); err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	bytes, err := mapShared(file, info.Size())
	if err != nil {
		return fmt.Errorf("mapping %d MB of shared memory: %w", info.Size()>>20, err)
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.bytes = bytes
	return nil
}

// inspect calls look with the memory, which must not be kept.
func (m *sharedMemory) inspect(look func([]byte) error) error {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	if m.bytes == nil {
		return errNoMemory
	}
	return look(m.bytes)
}

// setYieldFlag tells the program's yieldpoints what the agent wants.
func (m *sharedMemory) setYieldFlag(value uint32) error {
	return m.inspect(func(memory []byte) error {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&memory[sharedmemory.YieldFlag])), value)
		return nil
	})
}

// unmap ends the view. It waits for those who look.
func (m *sharedMemory) unmap() error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	bytes := m.bytes
	m.bytes = nil
	if bytes == nil {
		return nil
	}
	return unmapShared(bytes)
}

// ProbeMemory tries whether a shared memory of the given size can be made,
// mapped and written to.
func ProbeMemory(bytes int64) error {
	file, err := newMemoryFile()
	if err != nil {
		return err
	}
	defer file.Close()
	if err := reserve(file, bytes); err != nil {
		return err
	}
	var memory sharedMemory
	if err := memory.mapFile(file); err != nil {
		return err
	}
	return errors.Join(memory.setYieldFlag(sharedmemory.Continue), memory.unmap())
}
