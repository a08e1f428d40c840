class B { int x = "s"; void f() { undefined(); int unused; } }
