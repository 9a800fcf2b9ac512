// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** A page of a list. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class ListEntryPage {
    @JsonProperty("entries")
    private List<ListEntry> entries;
    @JsonProperty("next")
    private String next;

    /** Newest first. */
    public List<ListEntry> entries() {
        return entries;
    }

    /** Newest first. */
    public ListEntryPage entries(List<ListEntry> entries) {
        this.entries = entries;
        return this;
    }

    /** The cursor of the next page; null at the end. */
    public String next() {
        return next;
    }

    /** The cursor of the next page; null at the end. */
    public ListEntryPage next(String next) {
        this.next = next;
        return this;
    }
}
