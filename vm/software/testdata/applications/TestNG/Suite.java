import org.testng.Assert;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class Suite {
    @BeforeMethod
    void prepare() {
        System.out.println("prepare");
    }

    @DataProvider
    Object[][] pairs() {
        return new Object[][] {{1, "a"}, {2, "b"}};
    }

    @Test(dataProvider = "pairs")
    public void provided(int number, String text) {
        System.out.println(number + text);
    }

    @Test(expectedExceptions = IllegalStateException.class)
    public void expected() {
        throw new IllegalStateException();
    }

    @Test(dependsOnMethods = "expected")
    public void fails() {
        Assert.assertEquals(1, 2);
    }

    @Test(enabled = false)
    public void disabled() {}
}
