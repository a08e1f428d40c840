package wasm

import (
	"fmt"
	"sync"
)

// Name is an instruction's name in the text format, as far as the compiler's
// intermediate representation uses it.
func Name(op byte, saturating bool) string {
	if saturating {
		return map[byte]string{SatI32F32S: "i32.trunc_sat_f32_s", SatI32F64S: "i32.trunc_sat_f64_s", SatI64F32S: "i64.trunc_sat_f32_s", SatI64F64S: "i64.trunc_sat_f64_s"}[op]
	}
	if n, ok := names()[op]; ok {
		return n
	}
	return fmt.Sprintf("op%#x", op)
}

// names lists the instructions in the order of their opcodes.
var names = sync.OnceValue(func() map[byte]string {
	t := map[byte]string{}
	from := func(first byte, names ...string) {
		for i, n := range names {
			t[first+byte(i)] = n
		}
	}
	from(OpI32Load, "i32.load", "i64.load", "f32.load", "f64.load", "i32.load8_s", "i32.load8_u", "i32.load16_s", "i32.load16_u")
	t[OpI64Load32U] = "i64.load32_u"
	from(OpI32Store, "i32.store", "i64.store", "f32.store", "f64.store", "i32.store8", "i32.store16")
	from(OpI32Eqz, "i32.eqz", "i32.eq", "i32.ne", "i32.lt_s", "i32.lt_u", "i32.gt_s", "i32.gt_u", "i32.le_s", "i32.le_u", "i32.ge_s", "i32.ge_u",
		"i64.eqz", "i64.eq", "i64.ne", "i64.lt_s", "i64.lt_u", "i64.gt_s", "i64.gt_u", "i64.le_s", "i64.le_u", "i64.ge_s", "i64.ge_u",
		"f32.eq", "f32.ne", "f32.lt", "f32.gt", "f32.le", "f32.ge", "f64.eq", "f64.ne", "f64.lt", "f64.gt", "f64.le", "f64.ge")
	integer := []string{"clz", "ctz", "popcnt", "add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl", "rotr"}
	float := []string{"abs", "neg", "ceil", "floor", "trunc", "nearest", "sqrt", "add", "sub", "mul", "div", "min", "max", "copysign"}
	for i, n := range integer {
		t[OpI32Clz+byte(i)], t[OpI64Clz+byte(i)] = "i32."+n, "i64."+n
	}
	for i, n := range float {
		t[OpF32Abs+byte(i)], t[OpF64Abs+byte(i)] = "f32."+n, "f64."+n
	}
	for op, n := range map[byte]string{OpI32WrapI64: "i32.wrap_i64", OpI64ExtendI32S: "i64.extend_i32_s", OpI64ExtendI32U: "i64.extend_i32_u",
		OpF32ConvertI32S: "f32.convert_i32_s", OpF32ConvertI64S: "f32.convert_i64_s", OpF32DemoteF64: "f32.demote_f64", OpF64ConvertI32S: "f64.convert_i32_s",
		OpF64ConvertI64S: "f64.convert_i64_s", OpF64PromoteF32: "f64.promote_f32", OpI32ReinterpretF32: "i32.reinterpret_f32", OpI64ReinterpretF64: "i64.reinterpret_f64",
		OpF32ReinterpretI32: "f32.reinterpret_i32", OpF64ReinterpretI64: "f64.reinterpret_i64", OpI32Extend8S: "i32.extend8_s", OpI32Extend16S: "i32.extend16_s"} {
		t[op] = n
	}
	return t
})
