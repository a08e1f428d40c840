class StaticOrInstance {
    static int main() {
        return 1;
    }
    void main(String[] a) {
        System.out.println("takes args");
    }
}
