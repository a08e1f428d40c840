std = "luajit"
max_line_length = 110
globals = {
  "vim",
}
