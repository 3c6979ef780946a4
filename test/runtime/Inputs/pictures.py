"""Writes the pictures, arrays and labels of pictures.test into the current folder, and what the network must get for each."""
import numpy
from PIL import Image

random = numpy.random.default_rng(1)
pixels = random.integers(0, 256, (6, 4, 3), numpy.uint8)  # height 6, width 4
Image.fromarray(pixels).save("a.png")
Image.fromarray(pixels).save("a.bmp")
turned = Image.fromarray(numpy.rot90(pixels))  # a camera held sideways: orientation 6 says "turn clockwise"
exif = turned.getexif()
exif[0x0112] = 6
turned.save("turned.png", exif=exif)
Image.fromarray(pixels).resize((40, 60), Image.NEAREST).save("large.png")
grey = pixels[:, :, 0].astype(numpy.uint16)
Image.fromarray(numpy.maximum(grey * 257, 100) - 100).save("grey16.png")  # a third of a step off
numpy.repeat(grey.astype(int)[:, :, None] - 128, 3, 2).astype(numpy.int8).tofile("grey.bin")
Image.new("RGB", (50, 70), (10, 200, 90)).save("plain.jpg", quality=100)

(pixels.astype(int) - 128).astype(numpy.int8).tofile("whole-range.bin")
# mean 100, std 50 at scale 0.5 and zero point 3, by integers only: (p - 100) / 50 / 0.5 = (p - 100) / 25, ties away from zero.
centred = pixels.astype(int) - 100
steps = numpy.sign(centred) * ((2 * abs(centred) + 25) // 50) + 3
steps.clip(-128, 127).astype(numpy.int8).tofile("centred.bin")

real = numpy.array([-1e9, -0.25, -0.24, 0, 0.25, 0.74, 0.75, 1e9] * 9, numpy.float32).reshape(1, 6, 4, 3)
numpy.save("real.npy", real)
numpy.array([-128, 2, 3, 3, 4, 4, 5, 127] * 9, numpy.int8).tofile("real.bin")  # 0.5 steps from 3, ties away from zero
numpy.save("whole.npy", (pixels.astype(int) - 128).astype(numpy.int8).reshape(1, 6, 4, 3))
numpy.save("wrong-type.npy", numpy.zeros((1, 6, 4, 3), numpy.int32))
numpy.save("wrong-shape.npy", numpy.zeros((1, 4, 3, 6), numpy.int8))
numpy.save("turned.npy", numpy.zeros((1, 4, 6, 3), numpy.int8))
numpy.save("no-number.npy", numpy.where(real == 0, numpy.nan, real))
numpy.save("objects.npy", numpy.array([{}], object), allow_pickle=True)
with open("labels", "w") as file:
    file.write("".join(f"thing {i}\n" for i in range(72)))
