package wazevoapi

// ExecutionContextOffsetCounterAddress is where the address of the function that reads the processor's counter lies, behind what wazero has itself.
const ExecutionContextOffsetCounterAddress = ExecutionContextOffsetCaughtExceptionClauseIdx + 8
