package confinement

import "os/exec"

// Start starts a command, which build makes, in a control group of its own that
// holds the memory of the process, of all that it starts, and of the kernel on their
// behalf to so many bytes. Where there can be no such group, and for 0 bytes, the
// command starts without one, and the group is nil. End the group when the process has
// ended.
func Start(memoryBytes uint64, build func() (*exec.Cmd, error)) (*exec.Cmd, *Group, error) {
	if memoryBytes > 0 {
		if command, group := startInGroup(memoryBytes, build); group != nil {
			return command, group, nil
		}
	}
	command, err := build()
	if err != nil {
		return nil, nil, err
	}
	return command, nil, command.Start()
}
