package shop;

import org.junit.Test;
import org.junit.experimental.categories.Category;

public class CategoriesTest {
    interface Fast {}

    interface Slow {}

    @Test
    public void plain() {}

    @Test
    @Category(Fast.class)
    public void fast() {}

    @Test
    @Category({Slow.class, Fast.class})
    public void both() {}

    @Test
    @Category(Slow.class)
    public void slow() {}
}
