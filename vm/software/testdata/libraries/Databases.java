import java.sql.*;
import java.util.*;

/** H2 in memory: MVCC in several threads, window functions, JSON, full text, scripts, user functions. */
public class Databases {
    public static int triple(int x) { return 3 * x; }
    static void print(Connection c, String sql) throws SQLException {
        try (Statement s = c.createStatement(); ResultSet r = s.executeQuery(sql)) {
            ResultSetMetaData m = r.getMetaData();
            StringBuilder line = new StringBuilder();
            while (r.next()) { for (int i = 1; i <= m.getColumnCount(); i++) line.append(i > 1 ? "," : "").append(r.getString(i)); line.append(';'); }
            System.out.println(m.getColumnLabel(1) + " " + line);
        }
    }
    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "sa", "")) {
            Statement s = c.createStatement();
            s.execute("CREATE TABLE t(id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(50), price DECIMAL(12,2), ts TIMESTAMP, data CLOB, grp INT)");
            s.execute("CREATE INDEX i ON t(grp, name)");
            s.execute("CREATE ALIAS triple FOR \"Databases.triple\"");
            c.setAutoCommit(false);
            PreparedStatement p = c.prepareStatement("INSERT INTO t(name, price, ts, data, grp) VALUES(?, ?, ?, ?, ?)");
            for (int i = 0; i < 1000; i++) { p.setString(1, "n" + i * 7919 % 3001); p.setBigDecimal(2, new java.math.BigDecimal(i).movePointLeft(1)); p.setTimestamp(3, new Timestamp(i * 86_400_000L)); p.setString(4, i % 10 == 0 ? null : "data " + i); p.setInt(5, i % 7); p.addBatch(); if (i % 500 == 499) p.executeBatch(); }
            c.commit();
            print(c, "SELECT grp, COUNT(*), SUM(price), MIN(name), triple(grp) FROM t GROUP BY grp ORDER BY grp");
            print(c, "SELECT id, name, ROW_NUMBER() OVER (PARTITION BY grp ORDER BY name), LAG(name) OVER (ORDER BY id), SUM(price) OVER (ORDER BY id ROWS 2 PRECEDING) FROM t WHERE id <= 6 ORDER BY id");
            print(c, "SELECT a.name, b.id FROM t a JOIN t b ON a.id = b.id + 1 LEFT JOIN t x ON x.id = -a.id WHERE a.grp = 3 AND x.id IS NULL ORDER BY a.name FETCH FIRST 4 ROWS ONLY");
            print(c, "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n * 2 FROM r WHERE n < 100) SELECT n FROM r");
            print(c, "SELECT LISTAGG(name, '|') WITHIN GROUP (ORDER BY name DESC) FROM t WHERE id < 5");
            print(c, "SELECT FORMATDATETIME(ts, 'yyyy-MM-dd', 'en', 'UTC'), DATEADD('DAY', 5, DATE '2024-02-27'), REGEXP_REPLACE(name, '[0-9]', '#'), SOUNDEX('Robert'), RAWTOHEX('hi') FROM t WHERE id = 400");
            print(c, "EXPLAIN SELECT * FROM t WHERE grp = 3 AND name > 'n2'");
            Savepoint save = c.setSavepoint();
            System.out.println(s.executeUpdate("UPDATE t SET price = price * 2 WHERE grp IN (1, 2)") + " " + s.executeUpdate("DELETE FROM t WHERE id % 3 = 0"));
            c.rollback(save); c.commit();
            c.setAutoCommit(true);
            Thread[] threads = new Thread[3];
            for (int n = 0; n < 3; n++) { int k = n; threads[n] = new Thread(() -> { try (Connection own = DriverManager.getConnection("jdbc:h2:mem:test", "sa", ""); PreparedStatement u = own.prepareStatement("UPDATE t SET price = price + 1 WHERE id = ?")) { for (int i = 0; i < 100; i++) { u.setInt(1, i * 3 + k + 1); u.executeUpdate(); } } catch (SQLException e) { System.out.println(e); } }); threads[n].start(); }
            for (Thread t : threads) t.join();
            print(c, "SELECT SUM(price), COUNT(DISTINCT grp) FROM t");
            for (String bad : new String[] {"SELEC", "SELECT * FROM u", "INSERT INTO t(id) VALUES(1)", "SELECT 1/0", "SELECT CAST('x' AS INT)", "CREATE TABLE t(a INT)"}) { try { s.execute(bad); } catch (SQLException e) { System.out.println(e.getErrorCode() + " " + e.getSQLState() + " " + e.getClass().getSimpleName()); } }
            print(c, "SELECT COLUMN_NAME, DATA_TYPE, IS_NULLABLE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'T' ORDER BY ORDINAL_POSITION");
            DatabaseMetaData d = c.getMetaData();
            try (ResultSet r = d.getIndexInfo(null, null, "T", false, false)) { while (r.next()) System.out.print(r.getString("INDEX_NAME").replaceAll("_[0-9A-F]+$", "") + r.getInt("ORDINAL_POSITION") + " "); }
            System.out.println();
            s.execute("SHUTDOWN");
        }
    }
}
