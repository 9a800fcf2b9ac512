/** The erasures of a project, and the receipt of one. */
import type { Receipt } from "../../../decisions/privacy/erase.ts";
import { receiptFacts, receiptLines, receiptNotes } from "../../../decisions/privacy/receipt.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { EmptyState, Notice } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { downloadText } from "./download.ts";
import { kindText } from "./guest-fields.tsx";

export function ReceiptTable({
  receipts,
  onShow,
}: {
  receipts: readonly Receipt[];
  onShow: (receipt: Receipt) => void;
}) {
  if (receipts.length === 0) {
    return (
      <EmptyState icon="person" title="No erasures yet">
        Each erasure leaves a receipt here, which says what was erased, when and by whom, and not
        who the guest was.
      </EmptyState>
    );
  }
  return (
    <Card title="Receipts">
      <Table columns={["Requested", "Found by", "Erased", "By"]} actions="Actions">
        {receipts.map((one) => (
          <ReceiptRow key={one.erasureId} receipt={one} onShow={() => onShow(one)} />
        ))}
      </Table>
    </Card>
  );
}

function ReceiptRow({ receipt, onShow }: { receipt: Receipt; onShow: () => void }) {
  const { requestedAt, kind, erased, by, erasureId } = receipt;
  return (
    <tr>
      <td>
        <Time at={requestedAt} />
      </td>
      <td data-label="Found by">{kindText(kind)}</td>
      <td data-label="Erased">
        {erased ? (
          <span>
            {counted(erased.decisions, "decision")}, {counted(erased.collections, "visit")}
          </span>
        ) : (
          <span className="badge">Not done yet</span>
        )}
      </td>
      <td data-label="By">{by}</td>
      <td className="end">
        <Button onClick={onShow} aria-label={`Receipt of ${erasureId}`}>
          Receipt
        </Button>
      </td>
    </tr>
  );
}

const counted = (count: number, noun: string) =>
  `${integers.format(count)} ${noun}${count === 1 ? "" : "s"}`;

export function ReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const notes = receiptNotes(receipt);
  const save = () =>
    downloadText(
      `receipt-${receipt.erasureId}.txt`,
      `${receiptLines(receipt).join("\n")}\n`,
      "text/plain",
    );
  return (
    <Dialog title="Receipt of an erasure" onClose={onClose}>
      <div className="stack">
        {receipt.erased?.decisions === 0 && receipt.erased.collections === 0 && (
          <Notice>Nothing was stored of this guest.</Notice>
        )}
        <dl className="facts receipt">
          {receiptFacts(receipt).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {notes.map((note) => (
          <Notice key={note} variant="warn">
            {note}
          </Notice>
        ))}
      </div>
      <DialogActions>
        <Button onClick={save}>Download</Button>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
