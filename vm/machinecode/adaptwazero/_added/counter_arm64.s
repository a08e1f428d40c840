#include "textflag.h"

TEXT ·readCounter(SB), NOSPLIT|NOFRAME, $0-0
	ISB $15
	MRS CNTVCT_EL0, R0
	RET

DATA ·counterAddress(SB)/8, $·readCounter(SB)
GLOBL ·counterAddress(SB), NOPTR|RODATA, $8
