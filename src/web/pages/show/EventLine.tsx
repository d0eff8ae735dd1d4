import { Card, Timeline } from "antd";
import type { ShowEvent } from "../../../shared/protocol/screen.ts";

/** What happened to a document, newest first. */
export function EventLine({ events }: { events: readonly ShowEvent[] }) {
  return (
    <Card size="small" title="操作记录" className="show-events">
      <Timeline
        items={events.map((event, index) => ({
          key: `${event.time}-${index}`,
          color: index === 0 ? "blue" : "gray",
          children: (
            <>
              <b>{event.title}</b>
              {event.from !== event.to && (
                <span className="show-change">
                  {event.from} → {event.to}
                </span>
              )}
              <div className="show-actor">
                {event.actor} · <span className="num">{event.time}</span>
              </div>
              {event.reason !== "" && <div className="show-reason">原因：{event.reason}</div>}
            </>
          ),
        }))}
      />
    </Card>
  );
}
