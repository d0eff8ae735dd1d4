/** A list of statements as react-admin draws it with nothing else: what scripts/bench-paint.ts compares the portal's first list with. */
import { Admin, Datagrid, List, Resource, TextField } from "react-admin";
import { createRoot } from "react-dom/client";

const COLUMNS = window.COLUMNS;

/** All that a list asks for. */
const dataProvider = {
  getList: async (resource, { pagination: { page, perPage } }) => {
    const answer = await fetch(`/rest/${resource}?_start=${(page - 1) * perPage}&_end=${page * perPage}`);
    return { data: await answer.json(), total: Number(answer.headers.get("x-total-count")) };
  },
};

const Statements = () => (
  <List perPage={30}>
    <Datagrid>
      {COLUMNS.map(({ field, title }) => (
        <TextField key={field} source={field} label={title} />
      ))}
    </Datagrid>
  </List>
);

createRoot(document.getElementById("root")).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="statements" list={Statements} />
  </Admin>,
);
