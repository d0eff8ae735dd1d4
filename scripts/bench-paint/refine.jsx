/** A list of statements as refine and antd draw it with nothing else: what scripts/bench-paint.ts compares the portal's first list with. */
import { List, useTable } from "@refinedev/antd";
import "@refinedev/antd/dist/reset.css";
import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router-v6";
import dataProvider from "@refinedev/simple-rest";
import { App, Table } from "antd";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes } from "react-router-dom";

const COLUMNS = window.COLUMNS;

function Statements() {
  const { tableProps } = useTable({ pagination: { pageSize: 30 } });
  return (
    <List>
      <Table {...tableProps} rowKey="id" scroll={{ x: true }}>
        {COLUMNS.map(({ field, title }) => (
          <Table.Column key={field} dataIndex={field} title={title} />
        ))}
      </Table>
    </List>
  );
}

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <App>
      <Refine
        dataProvider={dataProvider("/rest")}
        routerProvider={routerProvider}
        resources={[{ name: "statements", list: "/statements" }]}
        options={{ disableTelemetry: true }}
      >
        <Routes>
          <Route path="/statements" element={<Statements />} />
        </Routes>
      </Refine>
    </App>
  </BrowserRouter>,
);
