package bookingrisk;

/**
 * Which entries of a list a call returns.
 *
 * @param archived the archived entries instead of the others
 * @param limit entries of the page at most: 1 to 200; null: 200
 * @param cursor {@code next} of the page before; null: the first page
 */
public record ListPage(boolean archived, Integer limit, String cursor) {
    /** The first entries that are not archived. */
    public static final ListPage FIRST = new ListPage(false, null, null);

    /** The same of the archived entries, or of the others. */
    public ListPage withArchived(boolean archived) {
        return new ListPage(archived, limit, cursor);
    }

    /** The same with at most so many entries. */
    public ListPage withLimit(int limit) {
        return new ListPage(archived, limit, cursor);
    }

    /** The page after the one that had this cursor. */
    public ListPage after(String cursor) {
        return new ListPage(archived, limit, cursor);
    }
}
