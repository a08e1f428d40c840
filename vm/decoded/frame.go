package decoded

// Frame layout. A frame's address is that of its header; its locals lie below
// it, so that a caller's outgoing arguments are the callee's first locals, and
// its operand stack above.
const (
	FrameCaller = 0  // address of the calling frame, 0 for the thread's first
	FrameNode   = 4  // context node
	FrameMethod = 8  // method id
	FrameIndex  = 12 // index of the instruction that is executing, while another frame is on top
	FrameLock   = 16 // object that a synchronized method has locked, else 0
	FrameFlags  = 20
	FrameHeader = 32 // bytes

	FlagEntry = 1 // the frame was entered from Go code and returns to it
	FlagTimed = 2 // its exit is timed, as its entry was
	FlagBase  = 4 // a window of samples is open above it, and is interrupted when it is left
	FlagKind  = 8 // the bits from here on are 1 more than the kind of the call by which Go code has entered the frame; 0: none

	SlotBytes    = 8
	ScratchSlots = 6 // behind the operand stack: for the stack shuffles and appendix arguments
)

// StackSlot is the offset of an operand stack slot from the frame.
func StackSlot(depth int) int32 { return FrameHeader + int32(depth)*SlotBytes }

// SlotType is how a slot holds a value of the type that a descriptor starts with: as
// I, J, F, D or L.
func SlotType(letter byte) byte {
	switch letter {
	case 'Z', 'B', 'C', 'S':
		return 'I'
	case '[':
		return 'L'
	}
	return letter
}
