/** A time of the wire as short as it can be told: today's by the clock, this year's without the year. */
export function newsTime(time: string, today: string): string {
  const [day = "", clock = ""] = time.split(" ");
  if (day === today && clock !== "") return clock.slice(0, 5);
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}
