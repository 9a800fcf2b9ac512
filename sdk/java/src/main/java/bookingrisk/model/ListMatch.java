// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** An entry of a list that applied to an attempt. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class ListMatch {
    @JsonProperty("kind")
    private ListMatchKind kind;
    @JsonProperty("entryId")
    private String entryId;
    @JsonProperty("listsVersion")
    private Integer listsVersion;

    public ListMatchKind kind() {
        return kind;
    }

    public ListMatch kind(ListMatchKind kind) {
        this.kind = kind;
        return this;
    }

    /** The entry or the pass. */
    public String entryId() {
        return entryId;
    }

    /** The entry or the pass. */
    public ListMatch entryId(String entryId) {
        this.entryId = entryId;
        return this;
    }

    /** The version that the project's lists had with it. */
    public Integer listsVersion() {
        return listsVersion;
    }

    /** The version that the project's lists had with it. */
    public ListMatch listsVersion(Integer listsVersion) {
        this.listsVersion = listsVersion;
        return this;
    }
}
