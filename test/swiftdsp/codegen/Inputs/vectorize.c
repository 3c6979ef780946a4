int largest(const int *x, int n) {
  int m = x[0];
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}
void saxpy(int *restrict y, const int *restrict x, int a, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
void relu(signed char *restrict y, const signed char *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? x[i] : 0;
}
int dot(const signed char *a, const signed char *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
void narrow(signed char *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] >> 3;
}
