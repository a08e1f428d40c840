package wazevo

// counterAddress is where the function begins that reads the processor's counter, which runs at the same pace always, when what stands in front has been
// executed. It is called by machine code, with nothing, and changes no register but those of results and arguments.
var counterAddress uintptr
