import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { type Columns, columnOf } from "./columns.tsx";

export function ChooseColumns({ columns }: { columns: Columns }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Columns</Button>
      {isOpen && <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}

function ColumnsDialog({ columns, onClose }: { columns: Columns; onClose: () => void }) {
  return (
    <Dialog title="Columns" onClose={onClose}>
      <p className="muted small">This browser keeps your choice.</p>
      <fieldset className="column-choices">
        <legend className="visually-hidden">Columns</legend>
        {columns.offered.map((id) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={columns.shown.includes(id)}
              onChange={(event) => columns.show(id, event.target.checked)}
            />
            {columnOf(id).title}
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button onClick={columns.reset}>Reset</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
