import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;

/** An embedded database on disk: batches, groups, an error, shutdown and a second start. */
public class Embedded {
    private static void rows(ResultSet result) throws SQLException {
        ResultSetMetaData data = result.getMetaData();
        while (result.next()) {
            for (int i = 1; i <= data.getColumnCount(); i++) System.out.print(data.getColumnName(i) + "=" + result.getObject(i) + " ");
            System.out.println();
        }
    }

    private static void shutdown(String database) {
        try {
            DriverManager.getConnection("jdbc:derby:" + database + ";shutdown=true");
        } catch (SQLException e) {
            System.out.println(e.getSQLState());
        }
    }

    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:derby:database;create=true")) {
            Statement statement = connection.createStatement();
            statement.execute("create table t (id int generated always as identity primary key, n varchar(20), x double)");
            connection.setAutoCommit(false);
            PreparedStatement insert = connection.prepareStatement("insert into t (n, x) values (?, ?)");
            for (int i = 0; i < 300; i++) {
                insert.setString(1, "n" + i % 7);
                insert.setDouble(2, i * 1.5);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
            statement.execute("delete from t where id > 10");
            connection.rollback();
            rows(statement.executeQuery("select n, count(*) as c, sum(x) as s from t group by n order by n"));
            try {
                statement.execute("select bogus from t");
            } catch (SQLException e) {
                System.out.println(e.getSQLState() + " " + e.getMessage());
            }
            connection.rollback();
        }
        shutdown("database");
        try (Connection connection = DriverManager.getConnection("jdbc:derby:database")) {
            rows(connection.createStatement().executeQuery("select count(*) as c from t"));
        }
        shutdown("");
    }
}
