package verifier

func inferClass(v *context) { _ = v }
