object A { sealed trait T; case class L(v: Int) extends T; case class N(l: T, r: T) extends T
 def sum(t: T): Int = t match { case L(v) => v; case N(l, r) => sum(l) + sum(r) }
 def main(a: Array[String]): Unit = { println(sum(N(L(1), N(L(2), L(3))))); println((1 to 10).map(_ * 2).filter(_ % 3 == 0).toList); lazy val x = { println("lazy"); 1 }; println(x + x); println(Map("a" -> 1).mapValues(_ + 1)); println(s"${BigInt(2).pow(70)}") ; val Array(p, q) = "1,2".split(","); println(p + q); for (i <- 1 to 2; j <- 1 to 2 if i != j) println((i, j)) } }
