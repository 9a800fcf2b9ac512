// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** What decided the suggested action. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class DecidedBy {
    @JsonProperty("kind")
    private DecidedByKind kind;
    @JsonProperty("entryId")
    private String entryId;
    @JsonProperty("listsVersion")
    private Integer listsVersion;

    public DecidedByKind kind() {
        return kind;
    }

    public DecidedBy kind(DecidedByKind kind) {
        this.kind = kind;
        return this;
    }

    /** The entry or the pass; null where neither decided. */
    public String entryId() {
        return entryId;
    }

    /** The entry or the pass; null where neither decided. */
    public DecidedBy entryId(String entryId) {
        this.entryId = entryId;
        return this;
    }

    /** The version that the project's lists had with it; null where no entry and no pass decided. */
    public Integer listsVersion() {
        return listsVersion;
    }

    /** The version that the project's lists had with it; null where no entry and no pass decided. */
    public DecidedBy listsVersion(Integer listsVersion) {
        this.listsVersion = listsVersion;
        return this;
    }
}
