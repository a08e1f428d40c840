#include "textflag.h"

// func counter() uint64
TEXT ·counter(SB), NOSPLIT, $0-8
	LFENCE
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET

// func powerFeatures() uint32
TEXT ·powerFeatures(SB), NOSPLIT, $0-4
	MOVL $0x80000000, AX
	CPUID
	MOVL $0, ret+0(FP)
	CMPL AX, $0x80000007
	JCS  none
	MOVL $0x80000007, AX
	CPUID
	MOVL DX, ret+0(FP)

none:
	RET
