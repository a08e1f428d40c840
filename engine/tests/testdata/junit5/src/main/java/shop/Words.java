package shop;

import java.util.TreeMap;

/** Counts words. */
public final class Words {
    private final TreeMap<String, Integer> counts = new TreeMap<>();

    public Words add(String text) {
        for (String word : text.split(" ")) {
            counts.merge(word, 1, Integer::sum);
        }
        return this;
    }

    public int count(String word) {
        return counts.getOrDefault(word, 0);
    }

    public String longest() {
        String longest = "";
        for (String word : counts.keySet()) {
            if (word.length() > longest.length()) {
                longest = word;
            }
        }
        return longest;
    }
}
