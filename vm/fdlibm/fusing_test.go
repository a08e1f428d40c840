package fdlibm_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoFusing checks the package's invariant in its source: wherever a product
// could reach a sum without being rounded, even by way of a variable or an
// inlined function, it is converted to float64 first. Other tests can see this
// only on machines that fuse operations.
func TestNoFusing(t *testing.T) {
	files := token.NewFileSet()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var sources []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, f)
	}
	// A test binary that was built with -trimpath does not know where Go is.
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	build.Default.GOROOT = strings.TrimSpace(string(root))
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(files, "source", nil)}
	if _, err := config.Check("fdlibm", files, sources, info); err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, f := range sources {
		var parents []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				parents = parents[:len(parents)-1]
				return true
			}
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.MUL && isFloatVariable(info.Types[n]) {
					products++
					if !isRounded(parents, info) {
						t.Errorf("%s: convert this product to float64", files.Position(n.Pos()))
					}
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && isFloatVariable(info.Types[n.Lhs[0]]) {
					t.Errorf("%s: write x = float64(x * y)", files.Position(n.Pos()))
				}
			}
			parents = append(parents, n)
			return true
		})
	}
	if products < 100 {
		t.Errorf("only %d products were checked", products)
	}
}

// isFloatVariable says whether an expression is computed at run time, in float64.
func isFloatVariable(tv types.TypeAndValue) bool {
	basic, ok := tv.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0 && tv.Value == nil
}

// isRounded says whether the innermost of a product's parents is a conversion,
// or another product or quotient, with which nothing is fused.
func isRounded(parents []ast.Node, info *types.Info) bool {
	for i := len(parents) - 1; i >= 0; i-- {
		switch p := parents[i].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.BinaryExpr:
			return p.Op != token.ADD && p.Op != token.SUB
		case *ast.CallExpr:
			return info.Types[p.Fun].IsType()
		}
		return false
	}
	return false
}
