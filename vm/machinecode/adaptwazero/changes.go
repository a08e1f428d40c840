package main

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// compiler is the folder of wazero's compiler, to which all names of files here are relative.
const compiler = "internal/engine/wazevo"

// added are the files that the copy has and wazero has not. They lie where they belong in the compiler's folder.
//
//go:embed _added
var added embed.FS

// dropped are the methods for which added has others, by their files.
var dropped = map[string][]string{
	"backend/regalloc/regalloc.go": {"findOrSpillAllocatable", "finalizeStartReg", "fixMergeState", "reconcileEdge", "scheduleSpill"},
}

// replacement is a text that stands in the place of another one, so that what is added is called.
type replacement struct {
	file, method string // method is the one in which the text stands; "": none
	of, by       string
	times        int // that is how often it stands there; 0 means once
}

var replacements = []replacement{
	// Calls of imported functions, all of which are Go's (machinecode.NewModule), leave registers as they are.
	{file: lowered, method: "lowerCall", of: "call.AsCallIndirect(", by: "call.AsCallImported("},
	{file: "backend/isa/amd64/machine.go", method: "lowerCall", of: "m.insert(callInd)", by: "callInd.b1 = si.CallsImported()\nm.insert(callInd)"},
	{file: "backend/isa/amd64/instr.go", method: "IsIndirectCall", of: "i.kind == callIndirect", by: "i.kind == callIndirect && !i.b1"},
	{file: "backend/isa/amd64/abi_go_call.go", method: "CompileGoFunctionTrampoline", of: "execCtrPtr, calleeSavedVRegs)", by: "execCtrPtr, keptRegisters(abi))", times: 2},
	{file: "backend/regalloc/api.go", of: "IsReturn() bool", by: "IsReturn() bool\n// IsImportedCall reports whether this calls an imported function.\nIsImportedCall() bool"},
	// A constant address is extended as it says; with checks of bounds, it never is where this looks for it.
	{file: "backend/isa/amd64/lower_mem.go", method: "lowerAddendFromInstr", of: "case constInst && op == ssa.OpcodeSExtend:", by: "case constInst && op != ssa.OpcodeSExtend:"},
	{file: "backend/isa/amd64/lower_mem.go", method: "lowerAddendFromInstr", of: "case constInst && op == ssa.OpcodeUExtend:", by: "case constInst && op != ssa.OpcodeUExtend:"},
	// The stack may grow as far as wazero says that it may, which has counted its bytes as words: Java's has 64 MB at most, and frames of code that counts are larger.
	{file: "call_engine.go", of: "callStackCeiling = uintptr(50000000)", by: "callStackCeiling = uintptr(50000000 * 8)"},
	// The processor's counter is read by machine code (machinecode.CounterFunction).
	{file: lowered, method: "lowerCall", of: "builder := c.ssaBuilder", by: "if c.importsCounter(fnIndex) {\nc.readCounter()\nreturn\n}\nbuilder := c.ssaBuilder"},
	{file: "call_engine.go", of: "caughtExceptionClauseIdx int64\n", by: "caughtExceptionClauseIdx int64\n// counterAddress is that of the function that reads the processor's counter.\ncounterAddress uintptr\n"},
	{file: "module_engine.go", of: "ce.execCtx.memmoveAddress = memmovPtr", by: "ce.execCtx.memmoveAddress = memmovPtr\nce.execCtx.counterAddress = counterAddress"},
	// Nearly all imported functions are of one type, whose methods need not be looked up in each call.
	{file: "call_engine.go", of: "hostModuleGoFuncFromOpaque[api.GoFunction]", by: "goFunctionOf", times: 2},
	// The table of checksums is made when it is needed, not when each process begins: that takes 0.2 ms.
	{file: "engine_cache.go", of: "var crc = crc32.MakeTable(crc32.Castagnoli)", by: "func crc() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }"},
	{file: "engine_cache.go", of: "(cm.executable, crc)", by: "(cm.executable, crc())"},
	{file: "engine_cache.go", of: "(executable, crc)", by: "(executable, crc())"},
	// The memory's base is one value, and so are the sums of it and an address.
	{file: "frontend/frontend.go", of: "memoryBaseVariable, memoryLenVariable ssa.Variable", by: "memoryBaseVariable, memoryLenVariable ssa.Variable\nmemoryBase ssa.Value"},
	{file: "frontend/frontend.go", method: "LowerToSSA", of: "c.declareNecessaryVariables()", by: "c.declareNecessaryVariables()\nc.defineMemoryBase()"},
	{file: lowered, method: "getMemoryBaseValue", of: "builder := c.ssaBuilder", by: "if c.memoryBase.Valid() {\nreturn c.memoryBase\n}\nbuilder := c.ssaBuilder"},
	{file: lowered, method: "reloadAfterCall", of: "c.needMemory && !c.memoryShared", by: "c.needMemory && !c.memoryShared && !c.memoryBase.Valid()"},
	{file: "frontend/frontend.go", method: "recordKnownSafeBound", of: "} else if safeBound > exiting.bound {",
		by: "} else if c.knownSafeBounds[v].knownAddress(absoluteAddr); safeBound > exiting.bound {"},
	{file: "frontend/frontend.go", method: "initializeCurrentBlockKnownBounds", of: "(smallestID, minBound, ssa.ValueInvalid)", by: "(smallestID, minBound, c.commonAddress())"},
	// Registers are chosen otherwise.
	{file: "backend/regalloc/regalloc.go", of: "allocatedCalleeSavedRegs []VReg\n", by: "allocatedCalleeSavedRegs []VReg\nat programCounter\nlength int32\nmoves []move[I, B, F]\n"},
	{file: "backend/regalloc/regalloc.go", of: "startFromPredIndex int\n", by: "startFromPredIndex int\nblockPlan[I, B, F]\n"},
	{file: "backend/regalloc/regalloc.go", of: "desiredLoc desiredLoc\n", by: "desiredLoc desiredLoc\nvaluePlan\n"},
	{file: "backend/regalloc/regalloc.go", method: "resetBlockState", of: "b.seen = false", by: "b.seen = false\nb.blockPlan.reset()"},
	{file: "backend/regalloc/regalloc.go", method: "resetVrState", of: "vs.isPhi = false", by: "vs.isPhi = false\nvs.valuePlan = valuePlan{}"},
	{file: "backend/regalloc/regalloc.go", method: "DoAllocation", of: "a.livenessAnalysis(f)", by: "a.livenessAnalysis(f)\na.plan(f)"},
	{file: "backend/regalloc/regalloc.go", method: "livenessAnalysis", of: "nrs := f.LoopNestingForestRoots()", by: "nrs := 0 // What is live in loops comes later: plan"},
	{file: "backend/regalloc/regalloc.go", method: "alloc", of: "a.allocBlock(f, blk)", by: "a.chooseStart(f, blk, true)\na.allocBlock(f, blk)"},
	{file: "backend/regalloc/regalloc.go", method: "allocBlock", of: "for _, instr := range a.copies {", by: "a.beginBlock(f, blk)\nfor _, instr := range a.copies {"},
	{file: "backend/regalloc/regalloc.go", method: "allocBlock", of: "killSet := a.reals[:0]", by: "a.at = pc\nkillSet := a.reals[:0]"},
	{file: "backend/regalloc/regalloc.go", method: "allocBlock", of: "vs.desiredLoc.realReg())", by: "vs.preferredRegister())"},
	{file: "backend/regalloc/regalloc.go", method: "useRealReg", of: "vr.r = r", by: "vr.r, vr.home = r, r"},
}

// adapted returns the files of the copy that differ from the module's in dir, or that it does not have, by their names. They are formatted, so that
// "make fmt" has nothing to change in them.
func adapted(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	source := func(file string) ([]byte, error) {
		if text, ok := files[path.Join(compiler, file)]; ok {
			return text, nil
		}
		return os.ReadFile(filepath.Join(dir, filepath.FromSlash(compiler), filepath.FromSlash(file)))
	}
	change := func(file string, by func([]byte) ([]byte, error)) error {
		text, err := source(file)
		if err != nil {
			return err
		}
		if text, err = by(text); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		files[path.Join(compiler, file)] = text
		return nil
	}
	if err := change(lowered, withoutChecks); err != nil {
		return nil, err
	}
	for file, methods := range dropped {
		for _, method := range methods {
			if err := change(file, func(text []byte) ([]byte, error) { return without(text, method) }); err != nil {
				return nil, err
			}
		}
	}
	for i := range replacements {
		if err := change(replacements[i].file, replacements[i].made); err != nil {
			return nil, err
		}
	}
	err := fs.WalkDir(added, "_added", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		to := path.Join(compiler, name[len("_added/"):])
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(to))); err == nil {
			return fmt.Errorf("it has a file %s itself: look at it, and change this program", to)
		}
		files[to], err = added.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		if path.Ext(name) != ".go" {
			continue
		}
		if files[name], err = format.Source(text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return files, nil
}

// made is the source with the replacement.
func (r *replacement) made(source []byte) ([]byte, error) {
	begin, end := 0, len(source)
	if r.method != "" {
		declaration, at, err := method(source, r.method)
		if err != nil {
			return nil, err
		}
		begin, end = at(declaration.Pos()), at(declaration.End())
	}
	part := source[begin:end]
	if n := bytes.Count(part, []byte(r.of)); n != max(r.times, 1) {
		return nil, fmt.Errorf("%q is there %d times, and not %d: look at it, and change this program", r.of, n, max(r.times, 1))
	}
	return slices.Concat(source[:begin], bytes.ReplaceAll(part, []byte(r.of), []byte(r.by)), source[end:]), nil
}

// without is the source without a method.
func without(source []byte, name string) ([]byte, error) {
	declaration, at, err := method(source, name)
	if err != nil {
		return nil, err
	}
	begin := declaration.Pos()
	if declaration.Doc != nil {
		begin = declaration.Doc.Pos()
	}
	return slices.Concat(source[:at(begin)], source[at(declaration.End()):]), nil
}

// method is the declaration of a method or function, and what tells where in the source a position is.
func method(source []byte, name string) (*ast.FuncDecl, func(token.Pos) int, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			return f, func(p token.Pos) int { return files.Position(p).Offset }, nil
		}
	}
	return nil, nil, fmt.Errorf("it has no method %s", name)
}
