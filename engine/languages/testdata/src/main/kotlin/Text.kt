package shop

class Text(private val line: String) {
    val size: Int
        get() = line.length

    fun words(): List<String> {
        return line.split(" ")
            .filter { it.isNotEmpty() }
    }

    fun longest(least: Int = 0): Int {
        var most = least
        for (w in words()) {
            if (w.length > most) most = w.length
        }
        return most
    }
}

fun String.shout(): String = toUpperCase()
