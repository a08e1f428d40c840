package shop

import groovy.transform.CompileStatic

@CompileStatic
class Words {
    private final String name

    Words(String name) {
        this.name = name
    }

    int count(String line) {
        int n = 0
        line.split(' ').each { String word -> n += length(word) }
        n
    }

    static int length(String word) {
        word.length()
    }
}
