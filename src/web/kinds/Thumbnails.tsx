import { Image } from "antd";

const SHOWN = 3;
const SIZE_PX = 22;

/** The first pictures of a row; the viewer pages through all of them. */
export default function Thumbnails({ urls }: { urls: readonly string[] }) {
  return (
    <Image.PreviewGroup items={[...urls]}>
      <span className="thumbs">
        {urls.slice(0, SHOWN).map((url) => (
          <Image key={url} src={url} width={SIZE_PX} height={SIZE_PX} alt="图片" preview={{ mask: false }} />
        ))}
        {urls.length > SHOWN && <span className="faint">+{urls.length - SHOWN}</span>}
      </span>
    </Image.PreviewGroup>
  );
}
