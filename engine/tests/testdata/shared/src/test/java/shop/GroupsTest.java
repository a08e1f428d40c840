package shop;

import org.testng.annotations.Test;

public class GroupsTest {
    @Test
    public void plain() {}

    @Test(groups = "Fast")
    public void fast() {}

    @Test(groups = {"Slow", "Fast"})
    public void both() {}

    @Test(groups = "Slow")
    public void slow() {}
}
