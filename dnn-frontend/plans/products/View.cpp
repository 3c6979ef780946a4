// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/View.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <numeric>

namespace hexloom {

int View::words() const {
  int Sum = 0;
  for (const Run &R : Full)
    Sum += R.words();
  for (const Run &R : Tail)
    Sum += R.words();
  return Sum;
}

int View::sumRuns() const {
  const std::vector<Run> &Runs = Full.empty() ? Tail : Full;
  return MostWords == 0 ? 0 : Runs.empty() ? 1 : MostWords / Runs[0].words();
}

static bool isPointwise(const ProductShape &S) {
  return S.KernelH == 1 && S.KernelW == 1 && S.StrideH == 1 && S.StrideW == 1 && S.PadTop == 0 &&
         S.PadLeft == 0 && S.In.H == S.Out.H && S.In.W == S.Out.W;
}

static int64_t pixelsOf(const ProductShape &S) { return int64_t(S.Out.N) * S.Out.H * S.Out.W; }

/// As long as a row buffer may reasonably be, of whole fours where that can be; all pixels where nothing of the kind divides them.
static int32_t usualRow(int64_t Pixels, int Least, int Longest) {
  if (Pixels <= Longest)
    return static_cast<int32_t>(Pixels);
  for (int Multiple : {4, 1})
    for (int Row = Longest; Row >= Least; --Row)
      if (Row % Multiple == 0 && Pixels % Row == 0)
        return Row;
  return static_cast<int32_t>(Pixels);
}

std::vector<int32_t> rowLengths(const ProductShape &S, bool InBlocked, bool OutBlocked) {
  if (!isPointwise(S) || InBlocked || OutBlocked)
    return {};
  constexpr int kLeast = 16, kLongest = 256;
  const int64_t Pixels = pixelsOf(S);
  std::vector<int32_t> Lengths = {usualRow(Pixels, kLeast, kLongest)};
  const auto Add = [&](int32_t Row) {
    if (!std::count(Lengths.begin(), Lengths.end(), Row))
      Lengths.push_back(Row);
  };
  if (Lengths[0] > kLongest) // no choice that a schedule's text need have room for
    return Lengths;
  if (S.Out.W <= kLongest)
    Add(S.Out.W);
  for (int Row = kLongest; Row >= kLeast; Row -= 4)
    if (Pixels % Row == 0)
      Add(Row);
  return Lengths;
}

ProductShape inRows(ProductShape S, int32_t Length) {
  S.In.H = S.Out.H = static_cast<int>(pixelsOf(S) / Length);
  S.In.N = S.Out.N = 1;
  S.In.W = S.Out.W = Length;
  return S;
}

/// Groups are merged until each set of them has whole blocks on both sides; where that cannot be,
/// all become one.
static void mergeGroups(View &V) {
  const ProductShape &S = V.Shape;
  const int Inputs = S.In.C / S.Groups, Outputs = S.Out.C / S.Groups;
  int Merged = 1;
  while (Merged < S.Groups && (Merged * Inputs % 32 || Merged * Outputs % 32))
    ++Merged;
  if (S.Groups % Merged)
    Merged = S.Groups;
  V.Groups = S.Groups / Merged;
  V.Depth = Merged * Inputs;
  V.GroupOutputs = Merged * Outputs;
}

int copiedPixelBytes(int Bytes) {
  for (int Padded : {4, 8, 16})
    if (Bytes <= Padded)
      return Padded;
  return roundUp(Bytes, 8);
}

int spreadPixels(int Bytes) {
  const int Padded = copiedPixelBytes(Bytes);
  return Padded <= 16 && Padded != Bytes ? 128 / Padded : 0;
}

/// Pixels that every row of the image must have: those that the last whole tile reads.
static int reachedWidth(const View &V) {
  const ProductShape &S = V.Shape;
  const int Pixels = S.Out.W < 4 ? S.Out.W : V.outWidth4();
  return (Pixels - 1) * S.StrideW + (S.KernelW - 1) * S.DilationW + 1;
}

static int reachedHeight(const ProductShape &S) {
  return (S.Out.H - 1) * S.StrideH + (S.KernelH - 1) * S.DilationH + 1;
}

/// Whether windows can be read from the input as it lies.
static bool canReadDirectly(const View &V) {
  const ProductShape &S = V.Shape;
  // Padding to the right is not there either: behind a blocked row lies anything.
  if (S.PadTop || S.PadLeft || reachedHeight(S) > S.In.H ||
      (S.Out.W - 1) * S.StrideW + (S.KernelW - 1) * S.DilationW + 1 > S.In.W)
    return false;
  if (V.InBlocked)
    return reachedWidth(V) <= roundUp(S.In.W, 4);
  // Row-major: flattened pixels only, so that sums can be taken over the whole image.
  const bool Whole = S.Out.W % 4 == 0 || (S.Out.W < 4 && S.Out.H == 1);
  return isPointwise(S) && S.In.N == 1 && Whole &&
         (V.inPixelBytes() % 4 == 0 || S.Out.W * S.Out.H == 1);
}

static void placeImage(View &V, bool MustCopy) {
  const ProductShape &S = V.Shape;
  V.Copied = MustCopy || !canReadDirectly(V);
  V.Blocks = V.InBlocked ? (S.In.C + 31) / 32 : 1;
  V.PixelBytes = V.InBlocked ? 32
                 : V.Copied  ? copiedPixelBytes(V.inPixelBytes())
                             : V.inPixelBytes();
  if (V.Copied) {
    // Whole vectors in every row, for the sums.
    const int Multiple = V.PixelBytes <= 32 && 128 % V.PixelBytes == 0 ? 128 / V.PixelBytes : 4;
    V.Width = roundUp(std::max(reachedWidth(V), S.PadLeft + S.In.W), Multiple);
    V.Height = std::max(reachedHeight(S), 1);
    V.Spread = V.InBlocked ? 0 : spreadPixels(V.inPixelBytes());
  } else {
    V.Width = V.InBlocked ? roundUp(S.In.W, 4) : S.In.W;
    V.Height = S.In.H;
  }
  V.place();
}

/// Vectors of four pixels, of which a sum of 32 pixels takes eight: rows of few share one.
static int sumsWidth(int Pixels) {
  int Width = 4;
  while (Width < Pixels && Width < 32)
    Width *= 2;
  return Pixels > 32 ? roundUp(Pixels, 32) : Width;
}

void View::place() {
  checkedInt(Blocks * widthBytes());
  checkedInt(imageBytes());
  RowBytes = static_cast<int>(Copied ? widthBytes() : Blocks * widthBytes());
  BlockBytes = static_cast<int>(Copied ? Height * widthBytes() : widthBytes());
  const bool Flat = Copied || Blocks == 1;
  SumsRows = Flat ? 1 : Height;
  SumsPixels = Flat ? Width * Height : Width;
  SumsWidth = Flat ? Width : sumsWidth(Width);
}

static void addRuns(const View &V, const std::vector<Tap> &Taps, int FirstChannel, int Channels,
                    int BlockOffset, std::vector<Run> &Runs) {
  const int Bytes = roundUp(Channels * V.ElementBytes, 4);
  const Tap *Last = nullptr;
  for (const Tap &T : Taps) {
    const bool Joined =
        Last && Bytes == V.PixelBytes && T.Row == Last->Row && T.Column == Last->Column + 1;
    if (!Joined)
      Runs.push_back({T.Row * V.RowBytes + T.Column * V.PixelBytes + BlockOffset, {}});
    for (int B = 0; B < Bytes; ++B)
      Runs.back().Taps.push_back(B < Channels * V.ElementBytes
                                     ? T.Place * V.Depth + FirstChannel + B / V.ElementBytes
                                     : -1);
    Last = &T;
  }
}

/// Cuts runs of more than MostWords words into pieces of one length, an even number of words, and
/// the rests, which become the tails.
static void cutRuns(View &V) {
  if (!V.MostWords || V.Full.empty() || V.Full[0].words() <= V.MostWords)
    return;
  const int Words = V.Full[0].words(), Pieces = (Words + V.MostWords - 1) / V.MostWords;
  const int Piece = roundUp((Words + Pieces - 1) / Pieces, 2);
  std::vector<Run> Whole;
  for (const Run &R : V.Full)
    for (int First = 0; First < Words; First += Piece) {
      const auto From = R.Taps.begin() + 4 * First;
      const bool Rest = First + Piece > Words;
      (Rest ? V.Tail : Whole)
          .push_back({R.Offset + 4 * First, {From, Rest ? R.Taps.end() : From + 4 * Piece}});
    }
  V.Full = std::move(Whole);
}

/// The words of a piece of up to `Most` words that divides a run's, an even number; the whole run where there is none.
static int pieceWords(int Words, int Most) {
  if (Words <= Most)
    return Words;
  for (int Piece = Most / 2 * 2; Piece > 2; Piece -= 2)
    if (Words % Piece == 0)
      return Piece;
  return Words;
}

/// Cuts runs, in pieces now, into such pieces: one loop over all of them does not begin anew with each run.
static void cutPieces(std::vector<Run> &Runs, int Whole, int Most) {
  if (Runs.empty() || Runs[0].words() == pieceWords(Whole, Most))
    return;
  const int Piece = pieceWords(Whole, Most), Now = Runs[0].words();
  std::vector<Run> Pieces;
  for (size_t R = 0; R < Runs.size(); R += Whole / Now) {
    std::vector<int> Taps;
    for (int I = 0; I < Whole / Now; ++I)
      Taps.insert(Taps.end(), Runs[R + I].Taps.begin(), Runs[R + I].Taps.end());
    for (int First = 0; First < Whole; First += Piece)
      Pieces.push_back({Runs[R].Offset + 4 * First, {Taps.begin() + 4 * First, Taps.begin() + 4 * (First + Piece)}});
  }
  Runs = std::move(Pieces);
}

void cutTo(View &V, int32_t Most) {
  if (!V.MayCut)
    return;
  cutPieces(V.Full, V.FullWords, Most);
  cutPieces(V.Tail, V.TailWords, Most);
}

/// Words of the usual run. Runs that are short enough are turns of a loop over runs (HL_PIECE_WORDS).
constexpr int32_t kUsualRun = 8;

std::vector<int32_t> runLengths(const std::vector<const View *> &Views) {
  constexpr int32_t kLongest = 4096; // words; a loop of its own in any case
  int32_t Longest = 0;
  for (const View *V : Views)
    if (V->MayCut)
      Longest = std::max({Longest, V->FullWords, V->TailWords});
  std::vector<std::vector<int>> Cuts;
  std::vector<int32_t> Found;
  for (int32_t Most : {kUsualRun, 4, 6, std::min(Longest, kLongest)}) {
    std::vector<int> Pieces;
    for (const View *V : Views)
      for (int Words : {V->FullWords, V->TailWords})
        Pieces.push_back(V->MayCut ? pieceWords(Words, Most) : Words);
    if (std::find(Cuts.begin(), Cuts.end(), Pieces) != Cuts.end())
      continue;
    Cuts.push_back(std::move(Pieces));
    Found.push_back(Most);
  }
  return Found.size() > 1 ? Found : std::vector<int32_t>();
}

void makeRuns(View &V, const std::vector<Tap> &Taps) {
  if (!V.InBlocked)
    addRuns(V, Taps, 0, V.Depth, 0, V.Full);
  else
    for (int C = 0; C < V.Depth; C += 32)
      addRuns(V, Taps, C, std::min(32, V.Depth - C), C / 32 * V.BlockBytes, V.Depth - C > 28 ? V.Full : V.Tail);

  cutRuns(V);

  int Step = std::gcd(V.Shape.StrideW * V.PixelBytes, V.Shape.StrideH * V.RowBytes);
  if (V.Shape.In.N > 1 && !V.Copied) // batches lie behind each other
    Step = std::gcd(Step, V.RowBytes * V.Shape.In.H);
  if (V.Groups > 1)
    Step = std::gcd(Step, V.GroupBytes);
  if (V.Shape.Out.W * V.Shape.Out.H * V.Shape.Out.N == 1)
    Step = 8; // one window, at the tensor's start
  for (const std::vector<Run> *Runs : {&V.Full, &V.Tail})
    for (const Run &R : *Runs)
      Step = std::gcd(Step, R.Offset);
  V.Aligned8 = Step % 8 == 0;
  V.FullWords = V.Full.empty() ? 0 : V.Full[0].words();
  V.TailWords = V.Tail.empty() ? 0 : V.Tail[0].words();
  V.MayCut = V.Aligned8 && V.ElementBytes == 1;
  cutTo(V, kUsualRun);
}

/// Merged groups multiply the filter; beyond this, a filter of the size of the file's becomes one
/// that no device has room for.
static void checkPacked(const View &V) {
  constexpr int64_t kMost = 16 << 20, kMostTimes = 8;
  const ProductShape &S = V.Shape;
  const int64_t Taps = int64_t(V.Shape.KernelH) * S.KernelW * S.Out.C;
  const int64_t Packed = checkedMul(Taps + 31 * S.KernelH * S.KernelW, V.Depth),
                Own = checkedMul(Taps, S.In.C / S.Groups);
  if (Packed > kMost && Packed > kMostTimes * Own)
    throw Overflow(strf("the filter of %d groups takes %lld bytes when it is packed", S.Groups,
                        static_cast<long long>(Packed)));
}

View viewOf(const ProductShape &S, bool InBlocked, bool OutBlocked, int ElementBytes,
            int MostWords, bool MustCopy) {
  View V;
  V.MostWords = MostWords;
  V.ElementBytes = ElementBytes;
  V.Shape = S;
  V.InBlocked = InBlocked;
  V.OutBlocked = OutBlocked;
  mergeGroups(V);
  placeImage(V, MustCopy);
  V.GroupBytes = InBlocked ? V.Depth / 32 * V.BlockBytes : V.Depth * ElementBytes;
  checkPacked(V);
  std::vector<Tap> Taps;
  for (int KY = 0; KY < S.KernelH; ++KY)
    for (int KX = 0; KX < S.KernelW; ++KX)
      Taps.push_back({KY * S.DilationH, KX * S.DilationW, KY * S.KernelW + KX});
  makeRuns(V, Taps);
  return V;
}

} // namespace hexloom
