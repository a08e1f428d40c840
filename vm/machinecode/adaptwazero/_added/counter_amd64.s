#include "textflag.h"

// Functions of wazero keep DX for their callers.
TEXT ·readCounter(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ DX, CX
	LFENCE
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ CX, DX
	RET

DATA ·counterAddress(SB)/8, $·readCounter(SB)
GLOBL ·counterAddress(SB), NOPTR|RODATA, $8
