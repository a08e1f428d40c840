public record InRecord(int x) {
    void main() {
        System.out.println("record main");
    }
}
