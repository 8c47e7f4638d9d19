/* giflib: all pictures of a file in memory. Large ones are left alone: their pixels take all the time. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "gif_lib.h"

typedef struct {
  const uint8_t *data;
  size_t left;
} Source;

static int give(GifFileType *gif, GifByteType *to, int wanted) {
  Source *s = gif->UserData;
  size_t n = s->left < (size_t)wanted ? s->left : (size_t)wanted;
  memcpy(to, s->data, n);
  s->data += n;
  s->left -= n;
  return (int)n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  /* The length of a picture is in the file; what does not fit 64 pixels is not decoded. */
  Source s = {data, size};
  int error = 0;
  GifFileType *gif = DGifOpen(&s, give, &error);
  if (!gif)
    return 0;
  GifRecordType kind;
  do {
    if (DGifGetRecordType(gif, &kind) == GIF_ERROR)
      break;
    if (kind == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(gif) == GIF_ERROR || gif->Image.Width > 8 || gif->Image.Height > 8)
        break;
      GifPixelType line[8];
      for (int y = 0; y < gif->Image.Height; y++)
        if (DGifGetLine(gif, line, gif->Image.Width) == GIF_ERROR)
          break;
    } else if (kind == EXTENSION_RECORD_TYPE) {
      int code;
      GifByteType *block;
      GraphicsControlBlock control;
      if (DGifGetExtension(gif, &code, &block) == GIF_ERROR)
        break;
      if (code == GRAPHICS_EXT_FUNC_CODE && block)
        DGifExtensionToGCB(block[0], block + 1, &control);
      while (block)
        if (DGifGetExtensionNext(gif, &block) == GIF_ERROR)
          break;
    }
  } while (kind != TERMINATE_RECORD_TYPE);
  DGifCloseFile(gif, &error);
  return 0;
}
