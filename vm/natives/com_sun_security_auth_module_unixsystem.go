//go:build unix

package natives

import (
	"os"

	"hotlens/vm/memory"
)

func init() { later(comSunSecurityAuthModuleUnixsystem) }

func comSunSecurityAuthModuleUnixsystem() {
	register("com/sun/security/auth/module/UnixSystem", table{
		"getUnixInfo()V": func(t *Thread, a Args) uint64 {
			system := a.Ref(0)
			groups, err := os.Getgroups()
			if hostOf(t).isFixed(t) {
				groups, err = []int{confinedNumber}, nil
			}
			if err != nil {
				t.Throw("java/lang/RuntimeException", "the groups of the user: "+err.Error())
				return 0
			}
			array := t.NewArray(t.M.Known.LongArray, int32(len(groups)))
			name := t.NewString(hostOf(t).User)
			if t.Exception != 0 {
				return 0
			}
			for i, group := range groups {
				t.M.Memory.SetU64(array+memory.ArrayBase+memory.Address(8*i), uint64(group))
			}
			setField(t, system, "username", uint64(name))
			setField(t, system, "uid", uint64(ofUsers.number(t)))
			setField(t, system, "gid", uint64(ofGroups.number(t)))
			setField(t, system, "groups", uint64(array))
			return 0
		},
	})
}
