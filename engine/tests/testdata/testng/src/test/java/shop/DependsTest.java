package shop;

import org.testng.annotations.Test;

/** Tests that need others, by the names of their methods and groups. */
public class DependsTest {
    @Test(groups = "stock.rooms")
    public void rooms() {}

    @Test(groups = "stock.goods", dependsOnMethods = "shop.DependsTest.rooms")
    public void goods() {}

    @Test(dependsOnGroups = "stock\\..*")
    public void sells() {}

    @Test(dependsOnGroups = "words")
    public void elsewhere() {}

    @Test(dependsOnMethods = "elsewhere")
    public void further() {}
}
