// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** An entry of one of the project's lists. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class ListEntry {
    @JsonProperty("entryId")
    private String entryId;
    @JsonProperty("kind")
    private ListKind kind;
    @JsonProperty("type")
    private ListType type;
    @JsonProperty("value")
    private String value;
    @JsonProperty("reason")
    private String reason;
    @JsonProperty("decisionId")
    private String decisionId;
    @JsonProperty("listsVersion")
    private Integer listsVersion;
    @JsonProperty("createdBy")
    private String createdBy;
    @JsonProperty("createdAt")
    private OffsetDateTime createdAt;
    @JsonProperty("expiresAt")
    private OffsetDateTime expiresAt;
    @JsonProperty("archivedBy")
    private String archivedBy;
    @JsonProperty("archivedAt")
    private OffsetDateTime archivedAt;
    @JsonProperty("review")
    private Boolean review;

    /** Unique identifier of this entry. */
    public String entryId() {
        return entryId;
    }

    /** Unique identifier of this entry. */
    public ListEntry entryId(String entryId) {
        this.entryId = entryId;
        return this;
    }

    public ListKind kind() {
        return kind;
    }

    public ListEntry kind(ListKind kind) {
        this.kind = kind;
        return this;
    }

    public ListType type() {
        return type;
    }

    public ListEntry type(ListType type) {
        this.type = type;
        return this;
    }

    /** As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash. */
    public String value() {
        return value;
    }

    /** As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash. */
    public ListEntry value(String value) {
        this.value = value;
        return this;
    }

    /** Why it was added. */
    public String reason() {
        return reason;
    }

    /** Why it was added. */
    public ListEntry reason(String reason) {
        this.reason = reason;
        return this;
    }

    /** The decision because of which it was added. */
    public String decisionId() {
        return decisionId;
    }

    /** The decision because of which it was added. */
    public ListEntry decisionId(String decisionId) {
        this.decisionId = decisionId;
        return this;
    }

    /** The version that the project's lists had with it: 1 for the first. */
    public Integer listsVersion() {
        return listsVersion;
    }

    /** The version that the project's lists had with it: 1 for the first. */
    public ListEntry listsVersion(Integer listsVersion) {
        this.listsVersion = listsVersion;
        return this;
    }

    /** Who added it: the ID of a key, an account or a user of the operating system. */
    public String createdBy() {
        return createdBy;
    }

    /** Who added it: the ID of a key, an account or a user of the operating system. */
    public ListEntry createdBy(String createdBy) {
        this.createdBy = createdBy;
        return this;
    }

    /** When it was added. */
    public OffsetDateTime createdAt() {
        return createdAt;
    }

    /** When it was added. */
    public ListEntry createdAt(OffsetDateTime createdAt) {
        this.createdAt = createdAt;
        return this;
    }

    /** From then on it does not apply. Null: until it is archived. */
    public OffsetDateTime expiresAt() {
        return expiresAt;
    }

    /** From then on it does not apply. Null: until it is archived. */
    public ListEntry expiresAt(OffsetDateTime expiresAt) {
        this.expiresAt = expiresAt;
        return this;
    }

    /** Who archived it. */
    public String archivedBy() {
        return archivedBy;
    }

    /** Who archived it. */
    public ListEntry archivedBy(String archivedBy) {
        this.archivedBy = archivedBy;
        return this;
    }

    /** From then on it does not apply. Null: it is not archived. */
    public OffsetDateTime archivedAt() {
        return archivedAt;
    }

    /** From then on it does not apply. Null: it is not archived. */
    public ListEntry archivedAt(OffsetDateTime archivedAt) {
        this.archivedAt = archivedAt;
        return this;
    }

    /** On the watch list: whether bookings that it marks go to review. */
    public Boolean review() {
        return review;
    }

    /** On the watch list: whether bookings that it marks go to review. */
    public ListEntry review(Boolean review) {
        this.review = review;
        return this;
    }
}
