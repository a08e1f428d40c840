package engine

import (
	"hotlens/engine/confinement"
)

// Unconfined says in one sentence what the kernel does not confine of the programs
// in the sandbox, be it because it cannot or because it is told not to; "" for
// nothing.
func Unconfined() string {
	if confinement.IsOff() {
		return confinement.Variable + "=" + confinement.Off + ": the kernel does not confine programs, only the VM's own checks do"
	}
	return confinement.Support()
}

// diagnoseConfinement says what the kernel's sandbox can do.
func diagnoseConfinement() Finding {
	if problem := Unconfined(); problem != "" {
		return Finding{Subject: "kernel's sandbox", Verdict: Warning, Text: problem, Advice: "profile only programs that you trust"}
	}
	return Finding{Subject: "kernel's sandbox", Verdict: Fine, Text: "confines programs and the Java compiler"}
}

// diagnoseMemoryBound says what holds a program to its memory besides the VM's own
// account.
func diagnoseMemoryBound() Finding {
	f := Finding{Subject: "memory bound", Verdict: Fine}
	parent, err := confinement.ProbeGroup()
	switch {
	case confinement.IsOff():
		f.Text = "the agent's watch: " + confinement.Variable + "=" + confinement.Off + " leaves out the kernel's"
	case err != nil:
		f.Text = "the agent's watch and a resource limit, as " + err.Error()
	default:
		f.Text = "the agent's watch, a resource limit, and a control group in " + parent
	}
	return f
}
